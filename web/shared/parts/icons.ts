/** The icons of the pages (Lucide). The bundles contain only those that a page uses. */
export {
  ArrowRight,
  BookOpen,
  Bug,
  Check,
  Copy,
  Download,
  Inbox,
  ListChecks,
  Pause,
  Play,
  Plus,
  Send,
  Trash2,
  Trophy,
  Users,
} from 'lucide'
