// Reminders of the due date and of the delivery deadline.
const DAY = 24

/** From the details of the event. Example: "due in 24 hours", "overdue by 3 days" */
export function describeDeadline({ hours }: Readonly<Record<string, string | null>>): string {
  const distance = Number(hours ?? 0)
  if (distance === 0) return 'due now'
  return distance < 0 ? `due in ${duration(-distance)}` : `overdue by ${duration(distance)}`
}

function duration(hours: number): string {
  const [count, unit] = hours > DAY && hours % DAY === 0 ? [hours / DAY, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
