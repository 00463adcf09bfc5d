import { useEffect, useRef, useState } from 'react'

/** Escape, and a click or the focus outside, close it. */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    const { signal } = controller
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside, { signal })
    document.addEventListener('focusin', closeOutside, { signal })
    document.addEventListener(
      'keydown',
      ({ key, defaultPrevented }) => {
        // Something inside has closed instead.
        if (key !== 'Escape' || defaultPrevented) return
        setOpen(false)
        trigger.current?.focus()
      },
      { signal },
    )
    return () => controller.abort()
  }, [isOpen])
  return { isOpen, setOpen, container, trigger }
}
