// The current phases of assets, and the people that they list.
import { sql, type Sql } from '../../kernel/db/sql.ts'

/** The workflow definition of an asset and its current phase, over `asset a`. */
export const definitionOf = sql`coalesce(
  a.definition,
  (select definition from workflow where workflow.id = a.workflow_id))`
export const currentPhase = sql`(${definitionOf} -> 'phases' -> a.phase)`

/** The phases that list a person, with their workflows. */
const phasesOf = (id: Sql, groups: Sql): Sql => sql`
  select f.id, named.phase
  from workflow f cross join jsonb_each(f.definition -> 'phases') named (phase, definition)
  where phase_includes(named.definition, ${id}, ${groups})`

/**
 * The ids of assets `x` whose current phase lists a person, and that fulfill the condition. The few
 * phases are found first. Assets with a definition of their own are compared one by one.
 */
export const assetsInPhaseOf = (id: Sql, groups: Sql, condition: Sql): Sql => sql`
  select x.id from asset x
  where ${condition} and x.definition is null
    and (x.workflow_id, x.phase) in (${phasesOf(id, groups)})
  union all select x.id from asset x
  where ${condition} and x.definition is not null
    and phase_includes(x.definition -> 'phases' -> x.phase, ${id}, ${groups})`

/** Few phases of few workflows list a person. Looking at them for every asset would take longer. */
export const isInPhaseOf = (id: Sql, groups: Sql): Sql => sql`case when a.definition is null
  then (a.workflow_id, a.phase) in (${phasesOf(id, groups)})
  else phase_includes(a.definition -> 'phases' -> a.phase, ${id}, ${groups}) end`
