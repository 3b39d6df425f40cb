import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { DELIVERY_USES, type DeliveryRule } from '../../studios/contract.ts'
import { deliveryFor, type ChosenDelivery } from '../../studios/rules/deliveries.ts'
import { getTranslation } from '../queries.ts'

/** For each use that was ordered, in the order of the work request. */
export async function listDeliveries(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<ChosenDelivery[]> {
  const { workRequest, language } = await getTranslation(db, viewer, id)
  const { rows } = await sql<{ uses: string[]; territory: string; rules: DeliveryRule[] }>`
    select array(select jsonb_array_elements_text(w.uses -> 'items')) || case
        when jsonb_array_length(w.dcp -> 'items') > 0 then '{Dcp}'::text[] else '{}' end as uses,
      w.territory, coalesce(s.settings -> 'deliveries', '[]') as rules
    from work_request w join studio s on s.id = w.studio_id
    where w.id = ${workRequest}`.execute(db)
  const { uses, territory, rules } = rows[0]!
  const deliveryUses = [...new Set(uses)].flatMap(
    (use) => DELIVERY_USES.find((deliveryUse) => deliveryUse === use) ?? [],
  )
  return deliveryUses.map((use) => deliveryFor(use, { territory, language }, rules))
}
