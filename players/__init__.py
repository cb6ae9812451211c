"""What sessions that are open name: nobody is signed out because modules moved."""
