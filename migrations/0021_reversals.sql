-- What takes back a correction gives the movement below it its weight again, all the way down: until now it was counted at that
-- correction alone. The auditor's twin holds what the log said up to its own position.
with recursive below (entry, amount, position) as (
    select (p.data ->> 'corrects')::bigint, e.amount, e.position
    from ledger.event e join ledger.event p on p.position = (e.data ->> 'corrects')::bigint
    where e.type = 'wallet_corrected' and p.type = 'wallet_corrected'
  union all
    select (p.data ->> 'corrects')::bigint, b.amount, b.position
    from below b join ledger.event p on p.position = b.entry
    where p.type = 'wallet_corrected'
), given as (
  select entry, sum(amount) as amount, max(position) as position from below where entry is not null group by entry
), audited as (
  select b.entry, sum(b.amount) as amount, max(b.position) as position
  from below b join audit.state s on b.position <= s.position where b.entry is not null group by b.entry
), twin as (
  update audit.reversal r set reversed = r.reversed + a.amount, position = greatest(r.position, a.position)
  from audited a where r.entry = a.entry
)
update ledger.reversal r set reversed = r.reversed + g.amount, position = greatest(r.position, g.position)
from given g where r.entry = g.entry;
