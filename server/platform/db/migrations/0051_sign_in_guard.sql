-- SHA-256 of the account's id and of the network (IPv4 /24, IPv6 /64) in which the device was used last. Null: of before.
alter table known_devices add column network_hash bytea;

-- `sign-in`: lets a new device in while others try passwords of the account.
alter table email_links drop constraint email_links_purpose_check;
alter table email_links add constraint email_links_purpose_check
  check (purpose in ('confirm', 'invite', 'reset', 'change', 'sign-in'));
