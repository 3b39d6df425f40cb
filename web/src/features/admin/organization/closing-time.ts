/** The API uses 24:00 for the end of the day, but a time field only knows 00:00. */
export const closingField = (closes: string): string => (closes === '24:00' ? '00:00' : closes)
export const closingTime = (field: string): string => (field === '00:00' ? '24:00' : field)
