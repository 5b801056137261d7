-- Who was deleted gives his phone number, email and username free: numbers change hands, and a customer may come back.
alter table shop."user" add column deleted boolean not null default false;
update shop."user" u set deleted = true from ledger.account a where a.user_id = u.id and a.deleted;
drop index shop.user_username;
drop index shop.user_phone;
drop index shop.user_email;
create unique index user_username on shop."user" (username) where not deleted;
create unique index user_phone on shop."user" (phone) where not deleted;
create unique index user_email on shop."user" (email) where not deleted;

-- What an admin has corrected lately, which is added up (ledger/decide/commands/correct-balance.ts).
create index event_corrected on ledger.event (actor, recorded_at) where type = 'wallet_corrected';
