-- The browser and system of each session, so that its user recognizes it: "Chrome on Android". Nothing finer, and no
-- address.
alter table shop.session add column device text not null default '';
