/** What a browser refuses (blocked storage, a full one) counts as not there: pages work without. */
function tryStorage<T>(operation: () => T): T | null {
  try {
    return operation()
  } catch {
    return null
  }
}

export const readLocal = (key: string) => tryStorage(() => localStorage.getItem(key))
export const writeLocal = (key: string, value: string) => tryStorage(() => localStorage.setItem(key, value))
export const removeLocal = (key: string) => tryStorage(() => localStorage.removeItem(key))
/** For the tab only. */
export const readTab = (key: string) => tryStorage(() => sessionStorage.getItem(key))
export const writeTab = (key: string, value: string) => tryStorage(() => sessionStorage.setItem(key, value))
