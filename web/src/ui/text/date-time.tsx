import { formatDate, formatDateTime, localTimeZone } from '../format/time.ts'

const isoDate = (seconds: number) => new Date(seconds * 1000).toISOString()

/** In the time zone of the browser. */
export const DateTime = ({ at }: { at: number }) => (
  <time dateTime={isoDate(at)}>{formatDateTime(localTimeZone(), at)}</time>
)

export const DateOnly = ({ at }: { at: number }) => (
  <time dateTime={isoDate(at)} title={formatDateTime(localTimeZone(), at)}>
    {formatDate(localTimeZone(), at)}
  </time>
)
