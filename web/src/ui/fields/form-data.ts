/** What was typed into a field; a form may also hold files, which are no text. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
