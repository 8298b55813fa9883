import type { LucideIcon } from "lucide-react";

/** A picture of the one icon set. */
export type IconGlyph = LucideIcon;

/** Every icon of the product, so that a look at this list shows whether one already means the thing. */
export {
  ArrowDown,
  ArrowDownLeft,
  ArrowDownRight,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpFromLine,
  ArrowUpRight,
  BadgeCheck,
  Camera,
  ChartCandlestick,
  ChartNoAxesCombined,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Copy,
  Download,
  Eye,
  EyeOff,
  FileUp,
  Globe,
  IdCard,
  ImagePlus,
  ImageUp,
  Info,
  KeyRound,
  Landmark,
  Laptop,
  LayoutDashboard,
  ListFilter,
  Lock,
  LogOut,
  Mail,
  Maximize,
  Menu,
  Minus,
  Pencil,
  Play,
  Plus,
  Printer,
  QrCode,
  ReceiptText,
  RefreshCw,
  RotateCw,
  Search,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  TriangleAlert,
  Undo2,
  UserRound,
  UserRoundX,
  UsersRound,
  Wallet,
  WifiOff,
  X,
  ZoomIn,
  ZoomOut,
} from "lucide-react";

type IconProps = { of: IconGlyph; size?: 14 | 16 | 20 };

/** One icon with a true 1.5 px line at every size. It is decoration: the word beside it, or the control's label, says it. */
export function Icon({ of: Glyph, size = 16 }: IconProps) {
  return <Glyph size={size} strokeWidth={1.5} absoluteStrokeWidth aria-hidden="true" />;
}
