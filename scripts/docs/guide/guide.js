// Adds a copy button to every code block. Browsers provide no clipboard over plain HTTP.
async function copy(block, button) {
  await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd())
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}

if (navigator.clipboard) {
  for (const block of document.querySelectorAll('div.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', () => void copy(block, button))
    block.append(button)
  }
}
