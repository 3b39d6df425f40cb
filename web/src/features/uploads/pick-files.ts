/** The system's own window for files, without a field on the page. */
export function pickFiles(take: (files: File[]) => void) {
  const field = Object.assign(document.createElement('input'), { type: 'file', multiple: true })
  field.addEventListener('change', () => {
    if (field.files?.length) take([...field.files])
  })
  field.click()
}
