"""The terms of use and the privacy text: the operator's versions, and who has agreed to which."""
