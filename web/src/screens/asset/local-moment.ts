/** Seconds as a field for date and time has them, in the reader's zone: 2026-11-15T10:30. */
export function toLocal(seconds: number | null): string {
  if (seconds === null) return ''
  const date = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Null where nothing was chosen. */
export const fromLocal = (value: string): number | null => (value ? Math.floor(new Date(value).getTime() / 1000) : null)
