/** What was typed into a field; a form may also hold files, which are no text. */
export function typed(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
