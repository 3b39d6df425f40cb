/**
 * The end of the day is 24:00 to the service, but a browser's field knows only the 00:00 of the
 * next.
 */
export const closingField = (closes: string): string => (closes === '24:00' ? '00:00' : closes)
export const closingTime = (field: string): string => (field === '00:00' ? '24:00' : field)
