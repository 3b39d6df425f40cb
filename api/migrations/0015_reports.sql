-- Reports reckon in working time, which every studio says for itself.
update studio set settings = '{"workingHours": {"opens": "09:00", "closes": "18:00"}, "holidays": []}' || settings;

-- What happened in a studio in a span of time, for every report.
create index work_request_history_studio on work_request_history (studio_id, at);
