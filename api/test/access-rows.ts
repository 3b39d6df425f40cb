// Which role may call which route. A route without a row fails a test.
import { libraryRows } from './access-rows/library.ts'
import { localizationRows } from './access-rows/localization.ts'
import { operationsRows } from './access-rows/operations.ts'
import { organizationRows } from './access-rows/organization.ts'
import type { AccessRows } from './access-rows/row.ts'
import { workRequestsRows } from './access-rows/work-requests.ts'

export * from './access-rows/row.ts'

export const ACCESS_ROWS: AccessRows = {
  ...organizationRows,
  ...libraryRows,
  ...localizationRows,
  ...workRequestsRows,
  ...operationsRows,
}
