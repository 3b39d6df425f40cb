-- No policy and no statement calls it any more.
drop function reads_downloads_of (text);
