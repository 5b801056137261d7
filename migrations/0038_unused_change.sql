-- What an admin has changed of how they sign in since they last used their rights; null if nothing. Its first use is told
-- to all admins.
alter table shop."user" add column unused_change text collate "C"
  check (unused_change in ('phone number', 'password', 'second factor'));
