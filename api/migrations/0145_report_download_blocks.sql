-- Their columns are shorter (docs/decisions/0128). The job prepares them again.
delete from report_block where kind = 'downloads';
