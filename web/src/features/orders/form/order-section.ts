import type { OrderDraft } from '../draft.ts'
import type { OrderFieldError } from '../validation.ts'

/** What each section of the form gets. */
export type OrderSectionProps = {
  draft: OrderDraft
  /** Gets only the changed fields. */
  onChange: (change: Partial<OrderDraft>) => void
  errors: readonly OrderFieldError[]
  /** The fields in which the selected orders differ. */
  differingFields: ReadonlySet<keyof OrderDraft>
}
