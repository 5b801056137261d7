-- More ways to a new password: a link to an address that nobody has proved also asks for the phone number, and a code comes
-- by SMS or from support. Only the version before this one reads may_reset_unproved of shop."user".

alter table shop.password_reset
  -- How often somebody has entered a wrong phone number with this link.
  add column wrong_phones smallint not null default 0,
  -- A used link stays until it expires, so that a retry of its use can be recognized.
  add column used_at timestamptz;

-- reset: a code for a new password that went out by SMS. support: one that an admin has read out, which no message carries.
alter table shop.proof_code
  drop constraint proof_code_channel_check,
  add constraint proof_code_channel_check check (channel in ('phone', 'email', 'reset', 'support')),
  alter column message_id drop not null;

alter table shop.notice
  drop constraint notice_kind_check,
  add constraint notice_kind_check check (kind in ('new_device', 'password_changed', 'phone_changed', 'sign_in_help'));
