-- Changes of a sign-in factor need a recent proof of identity. Null for tokens that were not
-- created by signing in, and for those from before this migration.
alter table token add column verified_at timestamptz;

alter table passkey_challenge drop constraint passkey_challenge_purpose_check;
alter table passkey_challenge add check (
  purpose in ('register', 'sign-in', 'second-factor', 'verification'));

-- The code of an invitation or a password reset, encrypted. `text` has a placeholder in its place.
alter table mail add column code text;
update mail set
  text = regexp_replace(text, '/(register|reset)/[A-Za-z0-9_-]{43}', '/\1/[removed]', 'g')
where sent_at is not null and text ~ '/(register|reset)/[A-Za-z0-9_-]{43}';
