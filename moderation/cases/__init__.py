"""Cases: what moderators look into, from the report or the suspicion to the decision, the penalty and the appeal."""
