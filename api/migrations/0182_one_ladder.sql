-- One step encodes all renditions of a film. It runs again where only one of two was done.
delete from job other
where other.payload ->> 'step' = 'ladder-360' and exists (
  select from job
  where job.payload ->> 'file' = other.payload ->> 'file' and job.payload ->> 'step' = 'ladder-720');
update job set payload = payload || '{"step": "ladder"}'
where payload ->> 'step' in ('ladder-720', 'ladder-360');
update media_step big set status = 'waiting', progress = 0, reason = null, fence = 0, ended_at = null
from media_step small
where big.step = 'ladder-720' and small.file_id = big.file_id and small.step = 'ladder-360'
  and small.status in ('waiting', 'working');
delete from media_step where step = 'ladder-360';
update media_step set step = 'ladder' where step = 'ladder-720';

-- Steps that read the whole file have their own worker pool.
update job set kind = 'scan-media'
where kind = 'process-media' and payload ->> 'step' in ('copy', 'storyboard', 'sound');
