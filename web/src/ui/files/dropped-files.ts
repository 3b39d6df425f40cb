// Files of a drop event, including those in folders. The entries must be read during the event;
// reading the files is asynchronous.
type Names = { name: string }

const isSystemFile = ({ name }: Names) =>
  name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

export async function filesFromDrop({ items }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => {
    const entry = item.webkitGetAsEntry()
    return entry?.isDirectory ? entry : item.getAsFile()
  })
  const found: File[] = []
  for (const one of entries)
    if (one) found.push(...(one instanceof File ? [one] : await filesIn(one)))
  return found
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (isSystemFile(entry)) return []
  if (entry.isFile)
    return [
      await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      ),
    ]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  // readEntries returns batches; an empty one is the last.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (!part.length) return found
    for (const one of part) found.push(...(await filesIn(one)))
  }
}
