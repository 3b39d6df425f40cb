-- The connections of callers plan statements once for all values (docs/decisions/0137). Here a plan for
-- all values would compare all entries each time, instead of those that were not counted yet.
alter function count_audit_search(text, text) set plan_cache_mode = force_custom_plan;
