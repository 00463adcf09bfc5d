/** What a browser refuses (blocked storage, a full one) counts as not there: pages work without. */
function tried<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

export const readKept = (key: string) => tried(() => localStorage.getItem(key))
export const keep = (key: string, value: string) => tried(() => localStorage.setItem(key, value))
export const forget = (key: string) => tried(() => localStorage.removeItem(key))
/** For the tab only. */
export const readInTab = (key: string) => tried(() => sessionStorage.getItem(key))
export const keepInTab = (key: string, value: string) => tried(() => sessionStorage.setItem(key, value))
