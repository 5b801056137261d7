-- What a user is to be told is noted in one way, together with the job that tells it.
create function shop.tell_user(told uuid, kind text, detail jsonb) returns void language plpgsql as $$
declare noted bigint;
begin
  insert into shop.notice (user_id, kind, detail) values (told, kind, detail) returning id into noted;
  perform jobs.add_job('tell_user', json_build_object('id', noted), job_key => 'tell:' || noted);
end $$;
