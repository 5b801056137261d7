-- Orders whose first attempt was sent to a supplier in one request have its key: by it the supplier knows that request again.
alter table shop.fulfilment add column bulk uuid;
create index fulfilment_bulk on shop.fulfilment (bulk) where bulk is not null;
