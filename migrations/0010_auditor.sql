-- Only the auditor writes its own data. The API reads it, and can ask for a verification.

do $$
begin
  create role cedibook_auditor nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant cedibook_auditor to current_user;

revoke insert, update, delete on all tables in schema audit from cedibook_api;
grant insert (asked_by) on audit.verification to cedibook_api;

grant usage on schema ledger, audit to cedibook_auditor;
grant select on all tables in schema ledger to cedibook_auditor;
grant select, insert, update, delete on all tables in schema audit to cedibook_auditor;

-- Before PostgreSQL 15, everybody could create functions and operators here, which calls without a schema may find.
revoke create on schema public from public;
