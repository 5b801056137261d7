-- Keys of removals of all and of declines stand among those of commands (ledger/store/write/held-key.ts); these were before.
insert into ledger.command (position, id, events, fingerprint, rejection)
select h.position, k.command_id, 0, decode(repeat('00', 16), 'hex'), '{"code": "key_reused"}'
from ledger.head h, (
  select command_id from shop.removal
  union
  select command_id from shop.approval_decision where decision = 'declined' and command_id is not null
) as k
on conflict do nothing;
