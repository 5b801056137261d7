/**
 * The rules of the money once more, in SQL over the log alone. It shares no code with the deciders, the writer or the
 * replay, so a mistake of theirs that balances (a refund twice, a payment in two wallets) is found here.
 */
import type pg from "pg";
import type { Finding } from "./replay/finding.ts";

/**
 * `rule`: what should be so. `e`: all events of each order, top-up, payment and wallet that has an event after $1. A credit
 * and the payment behind it are in two streams, so each brings the other along.
 */
const rules = `
with recursive fresh as (select distinct stream from ledger.event where position > $1::bigint),
touched as (
  select stream from fresh
  union select 'payment/' || (data->>'payment') from ledger.event join fresh using (stream) where data ? 'payment'
  union select 'fulfilment/' || n.order_id || '-' || generate_series(1, 4) from (
    select split_part(stream, '/', 2) as order_id from ledger.event
      where position > $1::bigint and type in ('order_completed', 'order_rejected')
    union select split_part(split_part(stream, '/', 2), '-', 1) from fresh where stream like 'fulfilment/%') as n
  union select 'order/' || split_part(split_part(stream, '/', 2), '-', 1) from fresh where stream like 'fulfilment/%'
  union select 'wallet/' || wallet from ledger.event where position > $1::bigint and wallet is not null
  union select case when data->>'topup' is null then 'wallet/' || (data->>'user') else 'topup/' || (data->>'topup') end
    from ledger.event join fresh using (stream) where type in ('payment_matched', 'payment_covered')
  union select 'order/' || (data->>'order') from ledger.event join fresh using (stream) where type = 'payment_spent'
),
e as materialized (
  select position, version, stream, type, wallet, house, counterparty, amount, data, split_part(stream, '/', 2) as id
  from ledger.event where $1::bigint = 0 or stream in (select stream from touched)
),
received as (select id, data->>'rail' as rail, data->>'transaction' as transaction, amount from e where type = 'payment_received'),
-- Each correction, for the movement it takes back and for all below that: taking back a correction restores a charge.
given(movement, position, amount) as (
  select (data->>'corrects')::bigint, position, amount from e where type = 'wallet_corrected' and data->>'corrects' is not null
  union all
  select (c.data->>'corrects')::bigint, given.position, given.amount from given
    join ledger.event c on c.position = given.movement and c.type = 'wallet_corrected' and c.data->>'corrects' is not null
),
orders as (
  select stream, count(*) filter (where type = 'order_placed') as placed,
    count(*) filter (where type in ('order_completed', 'order_rejected')) as ended,
    min(position) filter (where type = 'order_placed') as charged, min(position) filter (where type = 'order_rejected') as rejected,
    sum(amount) filter (where type <> 'margin_earned') as kept, count(distinct wallet) filter (where type <> 'margin_earned') as wallets,
    min(data->>'payment') filter (where type = 'order_placed') as payment, min(data->>'user') filter (where type = 'order_placed') as owner,
    min(position) filter (where type = 'order_completed') as completed, sum(amount) filter (where type = 'order_placed') as paid
  from e where stream like 'order/%' group by stream
),
-- Orders that a guest's payment paid for: what was spent on each, and what became of what the agent earns with it.
guests as (
  select o.stream, o.payment as id, o.owner, -o.paid as cost, o.completed, o.rejected, s.data->>'user' as agent, (s.data->>'margin')::bigint as margin,
    (s.data->>'borne')::bigint as borne, s.position < o.charged and 'order/' || (s.data->>'order') = o.stream as spent
  from orders o left join e s on s.stream = 'payment/' || o.payment and s.type = 'payment_spent' where o.payment is not null
),
margins as (
  select g.stream, count(m.position) as times, sum(m.amount) as amount,
    bool_and(case m.type when 'payment_reopened' then m.position > g.rejected when 'margin_earned' then m.position > g.completed and m.wallet::text = g.owner
      else m.position > g.completed end) as fits
  from guests g left join e m on m.amount is not null and (m.stream = g.stream and m.type = 'margin_earned'
    or m.stream = 'payment/' || g.id and m.type in ('margin_lost', 'payment_reopened'))
  group by g.stream
),
borne as (
  select g.stream, coalesce(sum(f.amount), 0) as amount
  from guests g left join e f on f.stream = 'payment/' || g.id and f.type = 'payment_fee_borne' group by g.stream
),
topups as (
  select stream, count(*) filter (where type = 'topup_requested') as asked,
    count(*) filter (where type in ('topup_approved', 'topup_declined')) as decided,
    min((data->>'amount')::bigint) as wanted, min(data->>'user') as owner, sum(amount) as credited, min(wallet::text) as wallet
  from e where stream like 'topup/%' group by stream
),
credits as (select data->>'payment' as id, wallet::text as wallet, amount from e where type in ('topup_approved', 'wallet_funded') and data ? 'payment'),
-- What is in suspense of each payment.
suspense as (
  select id, sum(moved) as rest, sum(ends) as ends from (
    select id, case when house = 'suspense' then amount else -amount end as moved,
      case when type in ('payment_received', 'payment_spent', 'payment_fee_borne', 'payment_reopened') then 0
        when type = 'payment_return_failed' then -1 else 1 end as ends
      from e where stream like 'payment/%' and 'suspense' in (house, counterparty)
    union all select id, -amount, 1 from credits
    union all select g.id, p.amount, case p.type when 'order_placed' then 1 else -1 end
      from guests g join e p on p.stream = g.stream and p.house = 'suspense'
  ) as flow group by id
),
-- How often a payment that is in a wallet was taken back, less how often that failed.
losses as (
  select stream, sum(case type when 'payment_reversed' then 1 else -1 end) as times
  from e where type in ('payment_reversed', 'payment_return_failed') and 'corrections' in (house, counterparty) group by stream
),
-- Attempts at suppliers: when each ended, and how.
tries as (
  select id, min(data->>'order') as "order", min(data->>'supplier') as supplier, count(*) filter (where type = 'fulfilment_sent') as sent,
    count(amount) filter (where type = 'fulfilment_accepted') as paid, count(*) filter (where type = 'fulfilment_returned') as returned,
    min(position) filter (where type = 'fulfilment_sent') as began, min(position) filter (where ends is not null) as ended,
    count(ends) as ends, min(ends) as outcome
  from e cross join lateral (select case type when 'fulfilment_delivered' then 'delivered' when 'fulfilment_refused' then 'refused'
    when 'fulfilment_settled' then data->>'outcome' end as ends) as how
  where stream like 'fulfilment/%' group by id
),
-- What is on payouts of each withdrawal, how often it was sent and ended, and what its wallet lacks.
withdrawals as (
  select id, count(*) filter (where type = 'withdrawal_requested') as asked, min(data->>'user') as owner,
    count(distinct wallet) as wallets, min(wallet::text) as wallet,
    min(-amount) filter (where type = 'withdrawal_requested') as wanted,
    min((data->>'fee')::bigint) filter (where type = 'withdrawal_requested') as fee,
    count(*) filter (where type = 'withdrawal_sent') - count(*) filter (where type = 'withdrawal_refused') as sent,
    count(*) filter (where type = 'withdrawal_paid') as paid, count(*) filter (where type = 'withdrawal_reversed') as reversed,
    count(*) filter (where type in ('withdrawal_failed', 'withdrawal_rejected')) as back,
    coalesce(sum(amount) filter (where type = 'withdrawal_fee_taken'), 0) as kept,
    coalesce(sum(case when house = 'payouts' then amount when counterparty = 'payouts' then -amount end), 0) as rest,
    coalesce(sum(-amount) filter (where wallet is not null), 0) as gone
  from e where stream like 'withdrawal/%' group by id
),
broken as (
  select position::text as place, 'accounts and amount that ' || type || ' may move' as rule,
    concat_ws(' ', coalesce(wallet::text, house), counterparty, amount) as found
  from e where case type
    when 'order_placed' then version = 1 and counterparty = 'sales' and amount < 0 and amount = -(data->>'amount')::bigint
      and case when data ? 'payment' then house = 'suspense' else wallet::text = data->>'user' end
    when 'order_rejected' then amount is null or counterparty = 'sales' and amount > 0
      and (wallet is not null or house in ('suspense', 'corrections') and stream in (select stream from guests))
    when 'margin_earned' then wallet is not null and counterparty = 'held' and amount > 0
    when 'margin_lost' then house = 'corrections' and counterparty = 'held' and amount > 0
    when 'payment_spent' then coalesce(amount, 0) = (data->>'margin')::bigint and (amount is null or amount > 0 and house = 'held' and counterparty = 'suspense')
    when 'payment_fee_borne' then house = 'fees' and counterparty in ('suspense', 'corrections')
    when 'payment_reopened' then amount is null or amount > 0 and house in ('suspense', 'corrections') and counterparty = 'held'
    when 'topup_approved' then wallet is not null and amount > 0 and counterparty = case when data ? 'payment' then 'suspense' else 'momo' end
    when 'wallet_corrected' then wallet::text = id and counterparty = 'corrections'
    when 'wallet_moved_in' then wallet::text = id and counterparty = 'opening' and amount > 0
    when 'wallet_funded' then wallet::text = id and counterparty = 'suspense' and amount > 0
    when 'payment_received' then version = 1 and house = 'suspense' and counterparty = data->>'rail' and amount > 0
    when 'payment_fee_charged' then house = data->>'rail' and counterparty = 'fees'
    when 'payment_covered' then house = 'momo' and counterparty = 'suspense' and amount > 0
    when 'payment_returned' then house in (select rail from received r where r.id = e.id) and counterparty = 'suspense' and amount > 0
    when 'payment_reversed' then house in (select rail from received r where r.id = e.id) and counterparty in ('suspense', 'corrections')
      and amount in (select amount from received r where r.id = e.id)
    when 'payment_return_failed' then house in ('suspense', 'corrections') and counterparty in (select rail from received r where r.id = e.id)
      and amount in (select amount from received r where r.id = e.id)
    when 'withdrawal_requested' then version = 1 and wallet::text = data->>'user' and counterparty = 'payouts' and amount < 0
    when 'withdrawal_rejected' then wallet is not null and counterparty = 'payouts' and amount > 0
    when 'withdrawal_failed' then wallet is not null and counterparty = 'payouts' and amount > 0
    when 'withdrawal_paid' then house = data->>'rail' and counterparty = 'payouts' and amount > 0
    when 'withdrawal_reversed' then house = 'payouts' and counterparty = data->>'rail' and amount > 0
    when 'withdrawal_fee_taken' then house = 'fees' and counterparty = 'payouts'
    when 'withdrawal_charged' then house = data->>'rail' and counterparty = 'fees' and amount > 0
    when 'rail_transferred' then house = data->>'rail' and counterparty = 'owner'
    when 'supplier_funded' then house = data->>'from' and counterparty = 'float:' || (data->>'supplier') and house not like 'float:%'
    when 'fulfilment_accepted' then amount is null or amount > 0 and counterparty = 'cost'
      and house in (select 'float:' || supplier from tries t where t.id = e.id)
    when 'fulfilment_returned' then amount > 0 and house = 'cost' and counterparty in (select 'float:' || supplier from tries t where t.id = e.id)
      and amount in (select a.amount from e a where a.stream = e.stream and a.type = 'fulfilment_accepted')
    else amount is null end is not true
  union all
  select stream, 'placed once, ended at most once, in one wallet', concat_ws(' ', placed, ended, wallets)
  from orders where placed <> 1 or ended > 1 or wallets <> case when payment is null then 1 else 0 end
  union all
  select g.stream, 'paid whole by a payment that was spent on it', concat_ws(' ', r.amount, cost, margin, borne)
  from guests g left join received r using (id) where spent is not true or owner is distinct from agent or r.amount is distinct from cost + margin + borne
  union all
  select 'payment/' || id, 'spent on an order', data->>'order' from e where type = 'payment_spent' and not exists (select from guests g where g.id = e.id)
  union all
  select stream, 'its margin is held until it ends, and leaves once, whole', concat_ws(' ', times, m.amount)
  from margins m join guests g using (stream)
  where times <> case when margin > 0 and coalesce(completed, rejected) is not null then 1 else 0 end or times > 0 and (m.amount <> margin or fits is not true)
  union all
  select stream, 'what it bears of the fee goes back when it is rejected', b.amount::text
  from borne b join guests g using (stream) where b.amount <> case when rejected is null then g.borne else 0 end
  union all
  select stream, 'a rejection refunds the charge, less what corrections had given back', (kept + back)::text
  from orders cross join lateral (select coalesce(sum(amount), 0) as back from given where movement = charged and position < rejected) as refunds
  where rejected is not null and kept + back <> 0
  union all
  select m.position::text, 'corrections stay within the movement', (m.amount + taken)::text
  from (select movement, sum(amount) as taken from given group by movement) as g join ledger.event m on m.position = g.movement
  where (m.amount + taken) not between least(m.amount, 0) and greatest(m.amount, 0)
  union all
  select stream, 'requested once, decided at most once, credited to its user with its amount', concat_ws(' ', asked, decided, wallet, credited)
  from topups where asked <> 1 or decided > 1 or credited <> wanted or wallet <> owner
  union all
  select 'payment/' || id, 'its money is in suspense until it leaves once, whole', concat_ws(' ', rest, ends)
  from suspense left join received using (id) where amount is null or ends > 1 or rest <> case when ends = 0 then amount else 0 end
  union all
  select stream, 'taken back once, after it was in a wallet', times::text from losses where times not in (0, 1)
  union all
  select 'payment/' || id, 'matched to whom it is credited', concat_ws(' ', wallet, amount)
  from credits where (id, wallet) not in (select id, data->>'user' from e where type = 'payment_matched')
  union all
  select 'fulfilment/' || id, 'sent once, ended at most once, paid and returned at most once', concat_ws(' ', sent, ends, paid, returned)
  from tries where sent <> 1 or ends > 1 or paid > 1 or returned > paid
  union all
  select 'fulfilment/' || t.id, 'sent again only after every attempt before was refused', concat_ws(' ', b.id, b.outcome)
  from tries t join tries b on b."order" = t."order" and b.began < t.began where b.outcome is distinct from 'refused' or b.ended > t.began
  union all
  select o.stream, 'refunded only after every supplier had refused it', concat_ws(' ', t.id, t.outcome)
  from orders o join tries t on o.stream = 'order/' || t."order" where o.rejected is not null and (t.outcome is distinct from 'refused' or t.ended > o.rejected)
  union all
  select 'fulfilment/' || t.id, 'completed when it was delivered', concat_ws(' ', o.ended, o.rejected)
  from tries t join orders o on o.stream = 'order/' || t."order" where t.outcome = 'delivered' and (o.ended <> 1 or o.rejected is not null)
  union all
  select 'withdrawal/' || id, 'asked for once, by its user, and paid or returned once and whole',
    concat_ws(' ', asked, sent, paid, reversed, back, rest, gone, kept)
  from withdrawals where asked <> 1 or wallets <> 1 or wallet <> owner or sent not in (0, 1) or paid > sent or reversed > paid
    or paid - reversed + back not in (0, 1) or back > 1 or reversed > back
    or gone <> wanted * (1 - back) or rest <> wanted * (1 - back - paid + reversed) or kept <> fee * (paid - reversed)
  union all
  select max(stream), 'received once for each transaction of a rail', count(*)::text
  from ledger.event where type = 'payment_received' group by data->>'rail', data->>'transaction'
  having count(*) > 1 and max(position) > $1::bigint
  union all
  select 'topup/' || topup, 'covered by one payment, after an admin credited it by hand', times::text
  from (select data->>'topup' as topup, count(*) as times from e where type = 'payment_covered' group by 1) as c
  where times > 1 or not exists (select from e where stream = 'topup/' || topup and type = 'topup_approved' and not data ? 'payment')
  union all
  select position::text, 'the balance before, and the amount', balance_after::text
  from (select position, amount, balance_after, coalesce(lag(balance_after) over (partition by wallet order by position),
      (select balance_after from ledger.event b where b.wallet = w.wallet and b.position <= $1::bigint order by position desc limit 1), 0) as before
    from ledger.event w where position > $1::bigint and wallet is not null) as w where balance_after <> before + amount
)`;

/** Every account is what the log adds up to. */
const accounts = `
with moved as (
  select coalesce(wallet::text, house) as account, amount from ledger.event where amount is not null
  union all select counterparty, -amount from ledger.event where amount is not null
),
known as (select user_id::text as account, balance from ledger.wallet union all select name, balance from ledger.house_account)
select account as place, 'the sum of its movements' as rule, concat_ws(' ', balance, total) as found
from known full join (select account, sum(amount) as total from moved group by account) as s using (account)
where coalesce(balance, 0) <> coalesce(total, 0)`;

/**
 * What breaks a rule among the streams that have an event after this position (0: all, and all accounts too). Needs an open
 * transaction. At most `max` findings.
 */
export async function foldFindings(client: pg.ClientBase, after: number, max: number): Promise<Finding[]> {
  type Row = { place: string; rule: string; found: string };
  const all = after === 0 ? `union all select * from (${accounts}) as a` : "";
  const { rows } = await client.query<Row>(`${rules} select * from broken ${all} order by place limit $2`, [
    after,
    max,
  ]);
  return rows.map(({ place, rule, found }) => ({
    where: /^\d+$/.test(place) ? `position ${place}` : place,
    differences: [{ what: "by the rules of the log", expected: rule, found }],
  }));
}
