"""What nodes say to each other and who lives, by NATS; nobody else knows of it."""
