-- Sums of each whole block of 4,096 positions of the log: the part of a day before a moment is whole blocks and two ends.
-- They are counted up to a position of their own: the version before this one goes on counting days, and no blocks.
create table shop.account_block (
  -- Positions 1 to 4096 are block 0.
  block bigint not null,
  -- A house account.
  account text collate "C" not null,
  -- The type of the events.
  type text collate "C" not null,
  count bigint not null,
  -- What the account gained, in pesewas. The wallets lost as much.
  value bigint not null,
  primary key (block, account, type)
);

-- How many blocks are counted: all before this one.
create table shop.blocks_counted (
  id boolean primary key default true check (id),
  blocks bigint not null
) with (fillfactor = 10);
insert into shop.blocks_counted values (true, 0);

grant select, insert on shop.account_block to cedibook_api;
grant select, update on shop.blocks_counted to cedibook_api;
