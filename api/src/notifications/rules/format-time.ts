/** "Mon 16 Nov 2026, 09:30 (Europe/Berlin)" */
export function formatTime(seconds: number, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${DAYS[at.dayOfWeek - 1]} ${at.day} ${MONTHS[at.month - 1]} ${at.year}, ${two(at.hour)}:${two(at.minute)} (${zone})`
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
