import { useEffect, useState } from 'preact/hooks'

/** How often the page looks whether a new day has begun, in milliseconds. */
const INTERVAL = 60_000

/** Returns the date of today in the time zone of the browser, as YYYY-MM-DD. */
export function useToday(): string {
  const [today, setToday] = useState(localDate)
  useEffect(() => {
    const timer = setInterval(() => setToday(localDate()), INTERVAL)
    return () => clearInterval(timer)
  }, [])
  return today
}

function localDate(): string {
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
