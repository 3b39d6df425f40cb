import type { Tx } from '../kernel/db/connect.ts'
import { sendDeliveryMails, type DeliveryMailTools } from './commands/delivery-mails.ts'
import { advance } from './commands/move.ts'

export { reportOverdueAssignment } from './commands/assignment.ts'
export { measureHistory } from './commands/measure.ts'
export { sendReminders } from './commands/remind.ts'

/** A translation changed its status, so its work request may advance. */
export async function advanceWorkRequest(
  tx: Tx,
  { workRequest, by }: { workRequest: string; by: string },
): Promise<void> {
  await advance(tx, workRequest, by)
}

/** Mails the recipients of a complete work request who cannot see it with an account. */
export const mailRecipients =
  (tools: DeliveryMailTools) =>
  (tx: Tx, { workRequest }: { workRequest: string }): Promise<void> =>
    sendDeliveryMails(tx, workRequest, tools)
