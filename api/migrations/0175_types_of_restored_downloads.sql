-- Without statistics, as after a restore, PostgreSQL would read all downloads for each block of them.
alter function count_download_types(text, timestamptz, text, timestamptz, text)
  set enable_seqscan = off;
