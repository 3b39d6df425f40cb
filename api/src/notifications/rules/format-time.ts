const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Example: "Mon 16 Nov 2026, 09:30 (Europe/Berlin)" */
export function formatTime(seconds: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
  const date = `${DAYS[time.dayOfWeek - 1]} ${time.day} ${MONTHS[time.month - 1]} ${time.year}`
  return `${date}, ${twoDigits(time.hour)}:${twoDigits(time.minute)} (${zone})`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
