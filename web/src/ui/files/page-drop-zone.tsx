import { useEffect, useEffectEvent, useState } from 'react'
import { filesFromDrop } from './dropped-files.ts'
import styles from './page-drop-zone.module.css'

type Props = { hint: string; onDrop: (files: File[]) => void }

/** Accepts files dropped anywhere on the page, and shows a hint while they are dragged over it. */
export function PageDropZone({ hint, onDrop }: Props) {
  const [isOver, setOver] = useState(false)
  const handleDrop = useEffectEvent(async (dropped: Promise<File[]>) => {
    const files = await dropped
    if (files.length) onDrop(files)
  })
  useEffect(() => {
    const controller = new AbortController()
    const on = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      document.addEventListener(type, listener, { signal: controller.signal })
    on('dragover', (event) => {
      if (hasFiles(event)) {
        event.preventDefault()
        setOver(true)
      }
    })
    // A related target means that the pointer is still inside the window.
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      void handleDrop(filesFromDrop(event.dataTransfer!))
    })
    return () => controller.abort()
  }, [])
  return isOver ? (
    <div className={styles.overlay}>
      <p className={styles.hint}>{hint}</p>
    </div>
  ) : null
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
