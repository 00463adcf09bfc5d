import { useEffect, useId, useState } from 'react'
import { useDisclosure } from '#islands/kit/hooks/use-disclosure.ts'
import { useMediaQuery } from '#islands/kit/hooks/use-media-query.ts'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { t } from '#lib/i18n/strings.ts'
import { registerShortcut } from '#lib/navigation/shortcuts.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { notify } from '#lib/page/snackbars.ts'

const lazyPanel = lazyComponent(async () => {
  const [{ ViewsPanel }] = await Promise.all([import('./ViewsPanel.tsx'), loadStrings('saved-views')])
  return ViewsPanel
})

/** Pixels, with room beside it. */
const panelSpace = 376

type Side = 'start' | 'end'

const phone = '(max-width: 639px)'

/** In the bar at the top of a phone. It is not in the HTML of pages. */
export function SavedViewsIcon({ className }: { className: string | undefined }) {
  const isPhone = useMediaQuery(phone)
  return isPhone && <ViewsButton buttonClass={className} />
}

interface ViewsButtonProps {
  className?: string | undefined
  buttonClass: string | undefined
  /** Instead of the icon. */
  label?: string
}

/** Code and texts of the list load with the first click. */
export function ViewsButton({ className = '', buttonClass, label }: ViewsButtonProps) {
  const { isOpen, setOpen, container, trigger } = useDisclosure()
  const [side, setSide] = useState<Side>('end')
  const panelId = useId()
  async function open(): Promise<void> {
    await lazyPanel.load()
    if (lazyPanel.$state.get().error) return notify('error', t('common:failed'))
    const left = trigger.current?.getBoundingClientRect().left ?? 0
    setSide(left + panelSpace <= innerWidth ? 'start' : 'end')
    setOpen(true)
  }
  function close() {
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <div
      ref={container}
      className={`fixed relative ${className}`}
      data-audience={label ? undefined : 'account'}
    >
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        data-views
        aria-label={label ? undefined : t('shell:savedViews')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => (isOpen ? setOpen(false) : void open())}
      >
        {label ?? <Icon />}
      </button>
      {isOpen && <Lazy component={lazyPanel} props={{ id: panelId, side, onClose: close }} />}
    </div>
  )
}

const Icon = () => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M4.5 2.5h11v15L10 13.3l-5.5 4.2z" />
  </svg>
)

/** Opens the views by a key, wherever their button is. */
export function useViewsShortcut(): void {
  useEffect(
    () =>
      registerShortcut({
        key: 'v',
        label: t('shell:savedViews'),
        run() {
          const buttons = [...document.querySelectorAll<HTMLElement>('[data-views]')]
          buttons.find((button) => button.checkVisibility())?.click()
        },
      }),
    [],
  )
}
