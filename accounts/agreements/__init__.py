"""The terms of use and what is said of privacy: texts of the operator, in versions, and who has agreed to which."""
