/** Opens the system's file dialog without an input on the page. */
export function pickFiles(onPick: (files: File[]) => void) {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true })
  input.addEventListener('change', () => {
    if (input.files?.length) onPick([...input.files])
  })
  input.click()
}
